import type { Month } from '@/lib/domain/calendar'

export type UsageFile = 'days' | 'endpoints'
const names = { days: 'dni', endpoints: 'endpointy' } as const
export const sheetName = (file: UsageFile): string => names[file]
export const csvName = (month: Month, file: UsageFile): string => `zuzycie-${month}-${names[file]}.csv`
export const xlsxName = (month: Month): string => `zuzycie-${month}.xlsx`
