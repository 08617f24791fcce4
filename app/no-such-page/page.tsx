import { notFound } from 'next/navigation'

/**
 * Target for addresses without a page (`next.config.mjs`). `app/not-found.tsx` would be rendered along with every page
 * of the panel, which would send its frame a second time.
 */
export default function NoSuchAddress(): never {
  notFound()
}
