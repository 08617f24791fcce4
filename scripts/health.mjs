/**
 * Health check for containers and service managers: exits with 0 while the panel of this environment answers 200,
 * otherwise with 1 and the reason.
 */
const { HOST, PORT } = process.env
const hosts = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '[::1]' }
const host = hosts[HOST ?? ''] ?? (HOST.includes(':') ? `[${HOST}]` : HOST)
/** Shorter than the time-out of the health check itself. */
const TIMEOUT_MS = 5000

try {
  const answer = await fetch(`http://${host}:${PORT || 3000}/api/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const text = await answer.text()
  console.log(`${answer.status} ${text}`)
  process.exitCode = answer.ok ? 0 : 1
} catch (error) {
  console.log(error.cause?.message ?? error.message)
  process.exitCode = 1
}
