import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'

/**
 * Of a name with several addresses Node tries one after another, and gives each but the last this long. By default it is a quarter of a
 * second, which a receiver on another continent, or one packet lost on the way, does not keep to. Two addresses that do not answer
 * still leave time for the third within the ten seconds of a delivery.
 */
const ATTEMPT_MS = 2500

/** For all connections of this process, whoever makes them. */
export const allowSlowConnects = (): void => setDefaultAutoSelectFamilyAttemptTimeout(ATTEMPT_MS)
