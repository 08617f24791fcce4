/** VAT rates that a statement may show. */
export const vatPercents = [23, 8, 5, 0] as const
export type VatPercent = (typeof vatPercents)[number]
export const isVatPercent = (value: number | null): value is VatPercent => vatPercents.some((each) => each === value)

/** VAT on a net sum in whole grosz, rounding half up as invoices do. */
export const vatOn = (netGrosz: number, percent: number): number => Math.round((netGrosz * percent) / 100)
