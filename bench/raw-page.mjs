/**
 * A browser page that Playwright does not inspect: with network inspection the page's process retains response bodies,
 * which would be part of the measured memory.
 */
export async function openRawPage(browser, cookies) {
  const session = await browser.newBrowserCDPSession()
  await session.send('Storage.setCookies', { cookies })
  const { targetId } = await session.send('Target.createTarget', { url: 'about:blank', width: 1360, height: 900 })
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
  const waiting = new Map()
  session.on('Target.receivedMessageFromTarget', (received) => {
    const { id, result, error } = JSON.parse(received.message)
    const pending = waiting.get(id)
    waiting.delete(id)
    if (error) pending?.reject(new Error(error.message))
    else pending?.resolve(result)
  })
  let lastId = 0
  const send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      const message = JSON.stringify({ id: lastId, method, params })
      session.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject)
    })
  await send('Page.enable')
  return {
    goto: (url) => send('Page.navigate', { url }),
    /** Runs on every page from the next one on, before its scripts. */
    runFirst: (script) => send('Page.addScriptToEvaluateOnNewDocument', { source: `(${script})()` }),
    simulateLowMemory: async () => {
      await send('HeapProfiler.collectGarbage')
      await send('Memory.simulatePressureNotification', { level: 'critical' })
    },
    heapBytes: async () => (await send('Runtime.getHeapUsage')).usedSize,
    evaluate: async (script, ...args) => {
      const expression = `(${script})(...${JSON.stringify(args)})`
      const call = { expression, awaitPromise: true, returnByValue: true }
      const { result, exceptionDetails } = await send('Runtime.evaluate', call)
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value
    },
  }
}
