import { pageTitle, panelPage } from '@/app/panel-page'
import { Profile } from '@/components/profile/profile'
import { profilePanelQueries } from '@/components/profile/profile-queries'
import { getLocale, getTheme } from '@/lib/server/i18n'

import { setLocale, setTheme } from '../../actions'

export const generateMetadata = pageTitle('profile')

export default panelPage(['profile', 'passwords'], async () => ({
  panelQueries: profilePanelQueries,
  body: <Profile locale={await getLocale()} theme={await getTheme()} actions={{ setLocale, setTheme }} />,
}))
