/** Next calls this once per server process, before the first request. */
export async function register(): Promise<void> {
  // Compared literally, so that the bundler drops the import from other runtimes.
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return
  const { start } = await import('@/lib/server/start')
  await start()
}
