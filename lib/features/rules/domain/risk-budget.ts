/** Units of lookups a month that readings of risk may use. */
export const MAX_RISK_BUDGET = 100_000
