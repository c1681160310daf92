"""The subcommands of the command line: one file each, with a function or a Typer app of its name."""
