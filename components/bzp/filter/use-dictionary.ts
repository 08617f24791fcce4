'use client'

import { useCallback, useState } from 'react'

/**
 * A dictionary that is loaded on the first focus: pass `start` to `onFocus`, and keep `load` stable. Without the file
 * the field still accepts typed text, so a failure is not shown.
 */
export function useDictionary<T>(load: () => Promise<T>): {
  readonly value: T | undefined
  readonly start: () => void
} {
  const [loaded, setLoaded] = useState<{ readonly loader: typeof load; readonly value: T }>()
  const start = useCallback(() => {
    const run = async () => {
      const value = await load().catch(() => undefined)
      if (value !== undefined) setLoaded((now) => (now?.loader === load ? now : { loader: load, value }))
    }
    void run()
  }, [load])
  return { value: loaded?.loader === load ? loaded.value : undefined, start }
}
