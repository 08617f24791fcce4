import { pageTitle } from '@/app/panel-page'

import { registerPage } from '../register-page'

export const generateMetadata = pageTitle('sudop')

export default registerPage('sudop', 'sudop')
