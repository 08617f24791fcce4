import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'

/**
 * For a name with several addresses Node tries one after another and gives each but the last this long. The default of
 * 250 ms is too short for a receiver on another continent or for one lost packet. Two dead addresses still leave time
 * for the third within the ten seconds of a delivery.
 */
const ATTEMPT_MS = 2500

/** Applies to all connections of this process. */
export const allowSlowConnects = (): void => setDefaultAutoSelectFamilyAttemptTimeout(ATTEMPT_MS)
