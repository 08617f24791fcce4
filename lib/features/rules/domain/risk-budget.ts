/** Upper limit for the monthly budget of risk readings, in lookup units. */
export const MAX_RISK_BUDGET = 100_000
