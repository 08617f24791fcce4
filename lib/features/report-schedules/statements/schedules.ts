import { ownedRows, type VisibleRow } from '@/lib/storage/owned'

export const reportScheduleRows = ownedRows('report_schedules', { ownership: 'owner', hasCreator: true })
export type VisibleReportSchedule = VisibleRow<'report_schedules'>
