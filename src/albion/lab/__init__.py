"""The laboratory: experiments as files, their games in Parquet, reports people look at; every game by its id alone."""
