import type { Metadata } from 'next'
import { redirect } from 'next/navigation'

import { panelPage } from '@/app/panel-page'
import { HelpArticle } from '@/components/help/help-article'
import { routes } from '@/lib/domain/routes'
import { isArticle } from '@/lib/features/help/domain/articles'
import { getTranslator } from '@/lib/server/i18n'

interface ArticleAddress {
  readonly params: Promise<{ readonly article: string }>
}

export async function generateMetadata({ params }: ArticleAddress): Promise<Metadata> {
  const { article } = await params
  const t = await getTranslator('help')
  return { title: isArticle(article) ? t(`articles.${article}.title`) : t('title') }
}

export default panelPage(['help'], async ({ params: { article = '' } }) => {
  if (!isArticle(article)) redirect(routes.help)
  const t = await getTranslator('help-articles')
  return { body: <HelpArticle article={article} text={t(`texts.${article}`)} /> }
})
