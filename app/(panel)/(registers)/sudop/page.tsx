import { pageTitle } from '@/app/panel-page'

import { registerPage } from '../register-page'

export const generateMetadata = pageTitle('register-names', 'sudop.page')

export default registerPage('sudop')
