"""Report of a run: tables as they are measured, and a table of all targets at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """A figure with its target.

    Attributes:
        value: the figure.
        aim: the target, which is the greatest value.
        form: the format of both.
    """

    value: float
    aim: float
    form: str = "{:.3f}"

    @property
    def is_met(self) -> bool:
        """Whether the figure is within its target."""
        return self.value <= self.aim

    @property
    def texts(self) -> tuple[str, str]:
        """The figure and its target, formatted."""
        return self.form.format(self.value), self.form.format(self.aim)

    def __str__(self) -> str:
        value, aim = self.texts
        return f"{value} ({'within' if self.is_met else 'OVER'} {aim})"


class Report:
    """The results of a run."""

    def __init__(self) -> None:
        self._verdicts: list[tuple[str, Verdict]] = []
        self._left_out: list[str] = []

    def table(self, title: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        """Print a table with all columns aligned to the right except the first.

        Args:
            title: its title.
            heads: the heads of its columns.
            rows: its rows, whose first cell says what is measured.
        """
        texts = [list(map(str, row)) for row in (heads, *rows)]
        widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
        print(f"\n{title}", flush=True)
        for row in texts:
            cells = [
                text.ljust(w) if i == 0 else text.rjust(w)
                for i, (text, w) in enumerate(zip(row, widths, strict=True))
            ]
            print("  " + "   ".join(cells).rstrip(), flush=True)
        for values in rows:
            self._verdicts += [
                (f"{title}: {values[0]}: {head}", value)
                for head, value in zip(heads, values, strict=True)
                if isinstance(value, Verdict)
            ]

    def line(self, label: str, verdict: Verdict) -> None:
        """Print a single figure.

        Args:
            label: what is measured.
            verdict: the figure and its target.
        """
        print(f"  {label}: {verdict}", flush=True)
        self._verdicts.append((label, verdict))

    def leave_out(self, part: str, reason: str) -> None:
        """Print that a part is not measured.

        Args:
            part: what is not measured.
            reason: a clause that says why.
        """
        self._left_out.append(f"{part}: left out, as {reason}")
        print(f"\n{self._left_out[-1]}", flush=True)

    def summary(self) -> None:
        """Print all figures that have targets as a table in Markdown, and what was left out."""
        print("\n| Measured | Result | Target |\n|----------|--------|--------|")
        for label, verdict in self._verdicts:
            value, aim = verdict.texts
            print(f"| {label} | {value if verdict.is_met else f'**{value}**'} | {aim} |")
        for line in self._left_out:
            print(f"\n{line}")
