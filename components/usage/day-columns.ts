import type { TableColumns } from '@/components/ui/resource-table'
import { recordOf } from '@/lib/domain/collections/record-of'
import { type DayFigure, dayFigures } from '@/lib/domain/usage/pools'

const figureColumn = (key: DayFigure) =>
  key === 'overage_grosz'
    ? { isEnd: true, cell: 'whitespace-nowrap stacked:-order-1 stacked:basis-2/5 unstacked:py-1.5' }
    : { isEnd: true, isNamedOnPhone: true, cell: 'whitespace-nowrap stacked:ml-0! unstacked:py-1.5' }

export const dayColumns: TableColumns<'day' | DayFigure> = {
  // Next to the amount, so that both fit on one line on a phone.
  day: { cell: 'stacked:-order-1 stacked:basis-1/2 stacked:font-medium unstacked:py-1.5 whitespace-nowrap' },
  ...recordOf(dayFigures, figureColumn),
}
