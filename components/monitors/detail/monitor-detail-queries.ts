const EVENTS_SHOWN = 50

export const monitorQuery = (id: string) => ['monitors.get', { params: { id } }] as const
export const eventsInput = (id: string) => ({ query: { monitor_id: id, limit: EVENTS_SHOWN } })
export const historyInput = (id: string) => ({ params: { id } })
