"""All that people read and type: moves, positions, sentences about what happened, refusals, in several languages.

Start with `languages.py`, which reads the tables of phrases, one file a language: `en.toml`, `zh.toml`.
"""
