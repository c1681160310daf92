"""The claims of a participant's report on a course's Connect Four."""
