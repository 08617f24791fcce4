import 'server-only'
import { type Env, readProcessEnv } from '@/lib/panel/env'

/** An invalid variable stops the start with one line that names it, and exit code 1. */
export function requireEnv(): Env {
  const result = readProcessEnv()
  if (result.ok) {
    trustOwnOrigin(result.env)
    return result.env
  }
  process.stderr.write(`Cannot start: ${result.problem}\n`)
  process.exit(1)
}

/** next-auth reads its own address only from the environment: PANEL_URL when set, else the Host of each request. */
function trustOwnOrigin(env: Env): void {
  if (env.panelUrl) process.env['NEXTAUTH_URL'] = env.panelUrl
  else process.env['AUTH_TRUST_HOST'] = 'true'
}

export const isDevelopment = (): boolean => process.env.NODE_ENV === 'development'
