/** For the health check of a container or of a service manager: 0 while the panel of this environment answers 200, otherwise 1 and why. */
const { HOST, PORT } = process.env
const hosts = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '[::1]' }
const host = hosts[HOST ?? ''] ?? (HOST.includes(':') ? `[${HOST}]` : HOST)
/** Less than the health check itself waits. */
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
