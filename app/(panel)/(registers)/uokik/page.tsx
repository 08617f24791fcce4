import { pageTitle } from '@/app/panel-page'

import { registerPage } from '../register-page'

export const generateMetadata = pageTitle('uokik')

export default registerPage('uokik', 'uokik')
