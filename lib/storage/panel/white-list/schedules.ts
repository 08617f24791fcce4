import { ownedRows } from '../owned'

/** Everybody's of the account. */
export const whiteListScheduleRows = ownedRows('white_list_schedules', { whose: 'account' })
