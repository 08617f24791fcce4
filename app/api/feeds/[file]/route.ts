import { answerFeed } from '@/lib/server/feeds'

type Props = { readonly params: Promise<{ readonly file: string }> }

/** Serves a calendar or news feed by its secret address. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  return answerFeed(request, (await params).file)
}

export const HEAD = GET
