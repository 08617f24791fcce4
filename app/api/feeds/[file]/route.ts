import { answerFeed } from '@/lib/server/feeds'

type Props = { readonly params: Promise<{ readonly file: string }> }

/** A calendar or a reader of news asks for a feed by its secret address. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  return answerFeed(request, (await params).file)
}

export const HEAD = GET
