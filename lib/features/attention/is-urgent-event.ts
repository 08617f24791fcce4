import { severityOf } from '@/lib/domain/events/severity'

type EventTitle = { readonly source: string; readonly title: string | null }

/** Whether an event is urgent, such as a bankruptcy: the only place that decides it for the overview. */
export const isUrgentEvent = (event: EventTitle): boolean => ['critical', 'high'].includes(severityOf(event))
