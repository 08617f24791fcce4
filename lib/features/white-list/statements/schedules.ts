import { ownedRows } from '@/lib/storage/owned'

/** Schedules are shared by the whole account. */
export const whiteListScheduleRows = ownedRows('white_list_schedules', { ownership: 'account' })
