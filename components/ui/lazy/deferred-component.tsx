'use client'

import { type ComponentType, useEffect, useState } from 'react'

import { loadModule } from './load-component'
import { MissingComponent } from './missing-component'
import { useAfterLoad } from './use-after-load'

/**
 * A component that loads after the page has loaded; until then `Placeholder` is shown. Once loaded, it renders
 * immediately on later visits.
 */
export function deferredComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Placeholder?: ComponentType<P>,
) {
  let loaded: ComponentType<P> | undefined
  return function DeferredPart(props: P) {
    const isAfterLoad = useAfterLoad()
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      const fetchPart = async () => {
        loaded = await loadModule(load)
        setPart(() => loaded)
      }
      // Safe: `MissingComponent` takes no properties.
      if (isAfterLoad) fetchPart().catch(() => setPart((): ComponentType<P> => MissingComponent))
    }, [isAfterLoad])
    if (Part) return <Part {...props} />
    return Placeholder ? <Placeholder {...props} /> : null
  }
}
