import type { OperationAnswer } from '@/lib/client/client'

export type ListedReportJob = OperationAnswer<'reports.list'>['items'][number]

/** How many orders the page shows; older ones are on the next page of the service. */
export const JOBS_SHOWN = 20

/** Where the focus goes when the row that it was in is gone. */
export const ORDER_BUTTON_ID = 'order-report'
