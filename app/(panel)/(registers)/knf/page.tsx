import { pageTitle } from '@/app/panel-page'

import { registerPage } from '../register-page'

export const generateMetadata = pageTitle('registers')

export default registerPage('knf', 'registers')
