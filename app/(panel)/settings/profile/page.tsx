import { pageTitle, panelPage } from '@/app/panel-page'
import { Profile } from '@/components/profile/profile'
import { getLocale, getTheme } from '@/lib/server/i18n'

import { setLocale, setTheme } from '../../actions'

export const generateMetadata = pageTitle('profile')

export default panelPage(['profile', 'auth-passwords'], async () => ({
  panelQueries: [
    ['profile.read', {}],
    ['sessions.list', {}],
  ],
  body: <Profile locale={await getLocale()} theme={await getTheme()} actions={{ setLocale, setTheme }} />,
}))
