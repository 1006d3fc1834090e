// Templates make elements of any kind with any props, so that only `any` fits.
declare const htm: { bind(h: any): (strings: TemplateStringsArray, ...values: any[]) => any };
export default htm;
