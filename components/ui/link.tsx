'use client'

import NextLink from 'next/link'
import { type ComponentProps, useState } from 'react'

type LinkProps = ComponentProps<typeof NextLink>

/**
 * A link inside the panel. Its page is prefetched on hover or focus. Next.js would prefetch every link in
 * view: the menu alone caused two requests per entry on every page. With `prefetch={false}` nothing is prefetched.
 */
export function Link({ prefetch = null, onPointerEnter, onFocus, ...props }: LinkProps) {
  const [isLikely, setIsLikely] = useState(false)
  return (
    <NextLink
      {...props}
      prefetch={isLikely ? prefetch : false}
      onPointerEnter={(event) => {
        setIsLikely(true)
        onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        setIsLikely(true)
        onFocus?.(event)
      }}
    />
  )
}
