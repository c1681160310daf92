"""Other programs as agents: engines that speak UCI or GTP, each in a process of its own."""
