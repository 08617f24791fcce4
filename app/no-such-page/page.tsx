import { notFound } from 'next/navigation'

/**
 * Where addresses without a page are led (`next.config.mjs`). `app/not-found.tsx` would be rendered along with every page of the panel, and
 * its frame sent a second time.
 */
export default function NoSuchAddress(): never {
  notFound()
}
