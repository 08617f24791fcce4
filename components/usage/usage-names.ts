import type { Month } from '@/lib/domain/calendar'

export type UsageFile = 'days' | 'endpoints'
const names = { days: 'dni', endpoints: 'endpointy' } as const
export const sheetName = (of: UsageFile): string => names[of]
export const csvName = (month: Month, of: UsageFile): string => `zuzycie-${month}-${names[of]}.csv`
export const xlsxName = (month: Month): string => `zuzycie-${month}.xlsx`
