/** Upper limit for the monthly budget of risk readings, in lookup units. */
export const MAX_RISK_BUDGET = 100_000

/** From this share of a monthly budget on, the rule is about to stop reading. */
const NEAR_RATIO = 0.9

export const isNearBudget = (used: number, budget: number): boolean => used >= budget * NEAR_RATIO
