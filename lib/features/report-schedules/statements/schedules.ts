import { ownedRows, type SeenRow } from '@/lib/storage/owned'

export const reportScheduleRows = ownedRows('report_schedules', { whose: 'owner', isMade: true })
export type SeenReportSchedule = SeenRow<'report_schedules'>
