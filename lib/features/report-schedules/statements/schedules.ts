import { ownedRows, type SeenRow } from '@/lib/storage/owned'

export const reportScheduleRows = ownedRows('report_schedules', { whose: 'owner', isMade: true })
export type VisibleReportSchedule = SeenRow<'report_schedules'>
