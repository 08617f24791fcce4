import { NotFoundPage } from '@/components/layout/not-found-page'
import { getSession } from '@/lib/server/auth'

export default async function NoSuchPage() {
  return <NotFoundPage isSignedIn={(await getSession()) !== undefined} />
}
