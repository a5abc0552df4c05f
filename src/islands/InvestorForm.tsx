import words from 'words:forms/investor'
import { investor } from '#forms/investor.ts'
import { FormView } from './form/FormView.tsx'

export const InvestorForm = () => (
  <FormView form={investor} words={words} promiseBy="dataRoomInterest" />
)
