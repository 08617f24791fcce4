import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with the parameters that every app supports: SHA-1, six digits, 30 seconds. */
const PERIOD_S = 30
const DIGITS = 6
/** A code is accepted one step before and after its own, because clocks differ and people type slowly. */
const DRIFT_STEPS = 1
const SECRET_BYTES = 20
const ISSUER = 'Panel Rejestrów'

export const newAppSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, digits: DIGITS, period: PERIOD_S, secret: Secret.fromBase32(secret) })

/** The `otpauth:` URI that an app reads from the QR code. */
export const appUri = (secret: string, email: string): string => totpOf(secret, email).toString()

/** Returns the time step of a code; undefined if it matches no step near `now`. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: DRIFT_STEPS })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_S) + delta
}
