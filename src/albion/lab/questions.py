"""SQL over a run's tables."""

from __future__ import annotations

import polars as pl

from albion.engine.errors import DataError
from albion.lab.store import Run


def ask_sql(run: Run, sql: str) -> pl.DataFrame:
    """The answer to one SELECT."""
    tables = run.tables()
    try:
        return pl.SQLContext(frames=tables).execute(sql, eager=True)
    except pl.exceptions.PolarsError as error:
        first = str(error).strip().splitlines()[0]
        raise DataError(
            f"the question cannot be answered: {first}; the tables are {', '.join(tables)}"
        ) from None
