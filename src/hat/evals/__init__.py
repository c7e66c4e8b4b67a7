"""Evaluation: suites of cases, judges, scores with intervals, the gate and the report."""
