import { ownedRows } from '@/lib/storage/owned'

/** Everybody's of the account. */
export const whiteListScheduleRows = ownedRows('white_list_schedules', { whose: 'account' })
