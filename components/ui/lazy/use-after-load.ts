'use client'

import { useEffect, useState } from 'react'

const IDLE_TIMEOUT_MS = 2000

/** True once the page has loaded and the browser is idle, for code that must not compete with the first paint. */
export function useAfterLoad(): boolean {
  const [isAfter, setIsAfter] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const finish = () => !controller.signal.aborted && setIsAfter(true)
    const wait = () => {
      // Safari does not support `requestIdleCallback`.
      if ('requestIdleCallback' in window) window.requestIdleCallback(finish, { timeout: IDLE_TIMEOUT_MS })
      else setTimeout(finish, 200)
    }
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true, signal: controller.signal })
    return () => controller.abort()
  }, [])
  return isAfter
}
