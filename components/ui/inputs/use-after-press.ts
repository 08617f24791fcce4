'use client'

import { useCallback, useEffect, useRef } from 'react'

/**
 * Does something at once, or, where a pressed pointer is the reason for it, when that is lifted and before its click: what
 * moves between the press and the lift takes the button from under the pointer, and the click is lost.
 */
export function useAfterPress(): (act: () => void) => void {
  const isPressed = useRef(false)
  useEffect(() => {
    const controller = new AbortController()
    const listen = (name: string, isNow: boolean) =>
      window.addEventListener(name, () => (isPressed.current = isNow), { capture: true, signal: controller.signal })
    listen('pointerdown', true)
    listen('pointerup', false)
    listen('pointercancel', false)
    return () => controller.abort()
  }, [])
  return useCallback((act) => {
    if (!isPressed.current) return act()
    const controller = new AbortController()
    const options = { capture: true, signal: controller.signal }
    const lift = () => {
      controller.abort()
      act()
    }
    window.addEventListener('pointerup', lift, options)
    window.addEventListener('pointercancel', lift, options)
  }, [])
}
