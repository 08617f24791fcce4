import type { OperationAnswer } from '@/lib/client/client'

export type ListedReportJob = OperationAnswer<'reports.list'>['items'][number]

/** How many orders the page shows at first, and how many more each time somebody asks for older ones. */
export const JOBS_SHOWN = 20
export const JOBS_MORE = 100
/** As many as the service gives at once: those of one filter are looked for among them. */
export const JOBS_SEARCHED = 1000

/** Where the focus goes when the row that it was in is gone. */
export const ORDER_BUTTON_ID = 'order-report'
