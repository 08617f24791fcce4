import { pageTitle, panelPage } from '@/app/panel-page'
import { Help } from '@/components/help/help'
import { getMessages } from '@/lib/server/i18n'

export const generateMetadata = pageTitle('help')

export default panelPage(['help'], async () => {
  const { 'help-articles': content } = await getMessages(['help-articles'])
  return { body: <Help texts={content.texts} glossary={Object.values(content.words)} /> }
})
