"""What every match has, in the arena and the web app: the match as it stands, clocks, thinking times, lost matches."""
