"""Texts for people in several languages: moves, positions, sentences about events, refusals.

Start with `languages.py`, which reads the tables of phrases, one file for each language: `en.toml`, `zh.toml`.
"""
