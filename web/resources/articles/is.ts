import type { Article } from '../article.ts'

export const articles: readonly Article[] = [
  {
    slug: 'system-installation',
    title: 'Uppsetning búnaðar',
    tags: ['Tæki', 'Uppsetning'],
    summary:
      'Hvar tækið og hreyfiskynjarinn eiga að vera, hvernig þau eru tengd og hvernig sést að þau virka.',
    body: [
      {
        text: 'Fáðu skiparafvirkja til að leggja rafmagnið ef þú hefur ekki reynslu af slíku. Slökktu fyrst á rafgeyminum og settu öryggi á strauminn nálægt honum.',
      },
      { heading: 'Tækið' },
      {
        list: [
          'Festu það á þurran stað, upprétt og þar sem kapall nær í mælitækjanetið.',
          'Gefðu því 12 eða 24 V jafnstraum af rás sem er á meðan báturinn er í notkun.',
          'Settu loftnetið þar sem sést til himins, fjarri ratsjá og loftnetum sem senda.',
        ],
      },
      { heading: 'Hreyfiskynjarinn' },
      {
        list: [
          'Skrúfaðu hann á stífan hluta skrokksins á miðlínu, nálægt þyngdarmiðju. Plata sem titrar mælir sjálfa sig.',
          'Örin á skynjaranum vísar fram í stefni. Ef það er ekki hægt segir þú hvernig hann snýr undir Uppsetning, á síðu hans meðal skynjara bátsins: því sem hann mælir er snúið eftir því.',
          'Annar skynjari, til dæmis undir stýrissætinu, er talinn sér.',
        ],
      },
      { heading: 'Mælitækjanetið' },
      {
        list: [
          'NMEA 2000: ein greinilögn í laust T-stykki. Stofnlögnin þarf nákvæmlega tvær endamótstöður.',
          'NMEA 0183: tengdu sendiparið við innganginn og stilltu hraðann, 4.800 eða 38.400 baud.',
          'Vélar á J1939 tengjast með millistykki eða um gátt yfir í NMEA 2000.',
        ],
      },
      { heading: 'Gakktu úr skugga um að allt virki' },
      {
        steps: [
          'Skráðu tækið á bátinn, sjá Tenging báta.',
          'Bíddu þar til báturinn er sýndur sem Tengdur og athugaðu hvar hann er á kortinu.',
          'Láttu vélarnar ganga í eina mínútu og berðu snúningshraðann í línuriti ferðarinnar saman við mælana um borð.',
          'Sigldu í tíu mínútur. Ferðin birtist undir Ferðir fljótlega eftir að báturinn hreyfist.',
        ],
      },
      {
        picture: 'vessel',
        alt: 'Staða báts: spjald fyrir hverja vél, rafgeymi og tank með því sem þau segja núna.',
      },
    ],
  },
  {
    slug: 'pairing-vessels',
    title: 'Tenging báta',
    tags: ['Bátar', 'Tæki'],
    summary: 'Hvernig bátur og tækið um borð komast inn í kerfið.',
    keywords: ['para', 'pörun', 'parað', 'aftengja', 'kóði', 'flytja', 'skipta'],
    body: [
      {
        text: 'Stofnaðu bátinn undir Bátar, Bæta við bát, með mörkum hans; gefðu honum síðan tæki, upptöku eða hvort tveggja.',
      },
      { heading: 'Tæki' },
      {
        steps: [
          'Opnaðu bátinn, veldu Para í valmynd hans og síðan Para nýtt tæki, og sláðu inn stafina átta sem tækið sýnir.',
          'Eigið tæki fær auðkenni og leyndarmál undir Tengja bát í sömu valmynd, með línum til að afrita; þar fyrir neðan sést hvað berst og hverju er hafnað.',
          'Innan mínútu frá fyrstu gögnum verður báturinn Tengdur í stað Óparaður. Það sem tækið mældi áður geymist líka ef það átti það enn.',
        ],
      },
      {
        picture: 'connect',
        alt: 'Tengja bát: hvernig tækið sendir og þar fyrir neðan hvað berst og hverju var hafnað.',
      },
      {
        text: 'Tæki flyst á annan bát með Færa tæki. Það sem það mældi á gamla bátnum og sendir seint fer enn þangað. Öll saga bátsins helst.',
      },
      { heading: 'Upptaka' },
      {
        text: 'Annálar úr NMEA 2000, J1939, NMEA 0183 og Signal K og ferlar í GPX, KML, KMZ, TCX, FIT, GeoJSON eða CSV verða hluti af sögu báts þegar þú dregur þá á bátinn í listanum eða á síðu hans, eða velur þá undir Annálar í valmynd hans, óþjappaða eða þjappaða, mest 1 GB hvern. Annáll sem segir engan dag spyr um hann, og tafla sem nefnir hvorki tíma né stað spyr hvað dálkarnir merkja. Annáll með dagsetningum sem eru tuttugu ára eða eldri spyr hvort GPS-viðtækið hafi tapað tölu á vikunum. Sá sem rekur þjóninn getur gert það sama með skipuninni: npm run import -- --vessel "Nafn bátsins" SKRÁ. Engu breytir að lesa sömu skrá tvisvar.',
      },
      { heading: 'Ef engin gögn berast' },
      {
        list: [
          'Athugaðu slóð þjónsins og auðkenni og leyndarmál í tækinu.',
          'Athugaðu loftnetið og SIM-kortið eða Wi-Fi um borð. Tækið geymir það sem það gat ekki sent.',
          'Óparaðir bátar sem aldrei hafa sent neitt sjást ekki í listum nema beðið sé um það.',
        ],
      },
    ],
  },
  {
    slug: 'helm-and-captains',
    title: 'Stýrið og skipstjórar',
    tags: ['Bátar', 'Skipstjórar'],
    summary: 'Spjaldtölva við stýrið, hver er við stýrið og hvað skipstjórar vinna sér inn á ferðum.',
    body: [
      {
        text: 'Stýrisskjár á síðu báts sýnir hraða yfir botni og högg á tveimur mælum, hvorn með sínum mörkum. Hann er gerður fyrir spjaldtölvu sem lesið er af úr tveggja metra fjarlægð: fyllir skjáinn, upprétt eða á hlið, að degi og í rauðu á svörtu að nóttu.',
      },
      {
        picture: 'helm',
        alt: 'Stýrissýn: tveir mælar, hraði yfir botni á móti öryggishraða og högg á móti mörkum sínum.',
      },
      {
        list: [
          'Í beinni merkir að frá bátnum heyrðist á síðustu tveimur sekúndum. Eftir það segir hve seinar tölurnar eru, og án sambands að þær standi í stað.',
          'Mælir skiptir um lit og sýnir þríhyrning yfir mörkum. Höggmælirinn heldur harðasta höggi síðustu þriggja sekúndna.',
          'Mörkin eru sett undir Breyta í valmynd bátsins.',
          'Viðvaranir bátsins standa ofan við mælana, þær alvarlegustu fyrst, þar til einhver staðfestir þær.',
          'Skjárinn helst vakandi þar sem vafrinn leyfir, og til þess þarf https.',
        ],
      },
      { heading: 'Hver er við stýrið' },
      {
        text: 'Hnappurinn neðst nefnir skipstjórann. Sá sem tekur við á leiðinni gerir eins: ferðin er þess síðasta og síða ferðarinnar sýnir hver var við stýrið frá hvaða tíma til hvaða tíma. Vilji fyrirtæki að hver ferð eigi skipstjóra spyr stýrisskjárinn um leið og ferð hefst, og listar merkja ferðina þar til einhver er nefndur.',
      },
      { heading: 'Tign' },
      {
        text: 'Ferð færir skipstjóra stig fyrir einkunn og mílur og stigin ráða tigninni. Sé ferð leiðrétt, færð öðrum skipstjóra eða henni eytt fylgja stig og tign með. Öll tignarstigin og hvað þau krefjast er á síðu hvers skipstjóra.',
      },
      { heading: 'Siglingavottorð' },
      {
        text: 'Dagar, tímar og mílur skipstjóra eftir bátum, fyrir hvaða tíma sem er, sem PDF og CSV: á síðu skipstjórans.',
      },
    ],
  },
  {
    slug: 'rules-and-alerts',
    title: 'Reglur og viðvaranir',
    tags: ['Reglur', 'Viðvaranir'],
    summary: 'Hvað kallar fram viðvörun, hver fær að vita og hvernig má fá frið.',
    body: [
      {
        text: 'Regla vaktar allt sem skipin hennar senda. Vöktun, Reglur, Bæta við reglu byrjar á sniðmáti eða auðu formi; á meðan henni er breytt sýnir síðan hvað bátarnir segja núna og hvaða viðvaranir reglan hefði gefið síðustu 30 daga.',
      },
      {
        picture: 'rule',
        alt: 'Regla í breytingu: skilyrði hennar og við hlið þeirra hvað hún hefði vakið síðustu 30 daga.',
      },
      {
        list: [
          'Þröskuldsregla ber gildi saman við mörk: gildið sjálft, gildi sem helst í ákveðinn tíma eða hve mikið það breyttist á ákveðnum tíma. Öll skilyrði verða að gilda samtímis, alls staðar eða aðeins innan eða utan vöktunarsvæða.',
          'Svæðisregla segir til þegar skip fer inn á vöktunarsvæði, út af því eða yfir mörk þess, þegar það hefur verið hinum megin í tíu sekúndur eða þann tíma sem reglan setur, svo að ein röng staðsetning valdi engri viðvörun.',
          'Vél sem varar sjálf við þarf enga reglu: slík viðvörun kallast ytri.',
        ],
      },
      { heading: 'Ein viðvörun fyrir hvert atvik' },
      {
        text: 'Viðvörun hefst um leið og regla gildir og lýkur þegar hún hefur ekki gilt í mínútu. Þagni bátur í tíu mínútur lauk henni með síðasta mæligildi hans; gildi reglan enn þegar hann kemur aftur er það ný viðvörun. Ný bíður í fimm mínútur, alvarleg í eina; báðum tímum og dauða bilinu má breyta í nánari stillingum. Regla dæmir það sem var mælt á meðan hún gilti: breyting á henni breytir ekki gærdeginum. Gögn sem berast seint eru dæmd eins og önnur, og viðvörunin segir hvenær atvikið varð og hvenær hún barst.',
      },
      { heading: 'Hver fær að vita' },
      {
        text: 'Viðvaranir birtast strax í kerfinu og við stýrið. Tölvupóstur, skilaboð í vafra og SMS fara til þeirra sem reglan nefnir, að því marki sem þeirra eigin stillingar leyfa og aðeins um það sem gerðist síðasta hálftímann. Fari skilaboð eftir einni þessara leiða yfir tíu á klukkustund fær fólk afganginn í samantekt; alvarlegar viðvaranir koma alltaf einar. Kyrrðartími heldur skilaboðum eftir klukku fyrirtækisins. Forrit fá að vita með vefkrókum sem stjórnandi bætir við undir Stillingar, Vefkrókar. Fyrir hverja leið stillir regla hvort fólk fær skilaboð þegar viðvörun hefst, þegar henni lýkur eða hvort tveggja; ferð yfir mörk svæðis á sér engan endi. Undir Stillingar, Send skilaboð sést hvað tókst ekki að senda og hvers vegna.',
      },
      { heading: 'Bátur sem enginn er um borð í' },
      {
        text: 'Vakta bátinn, í valmynd bátsins, býr til þær reglur sem bátur við legu þarf: hann fer út úr hring um staðinn þar sem hann liggur, alltaf eða aðeins þegar engin vél gengur; austurdæla gengur lengi; landrafmagn dettur út; rafgeymir tæmist. Hver þeirra býðst ef báturinn sendir það sem til þarf. Þetta eru reglur eins og aðrar, á Reglur-flipa bátsins: þar er þeim breytt, slökkt á þeim og þeim eytt. Glugginn spyr hverjir fá skilaboð, í vafra og tölvupósti: fyrst og fremst þú.',
      },
      { heading: 'Viðvörun er mál' },
      {
        text: 'Sá sem hefur séð hana staðfestir hana. Hana má fela einhverjum, þagga um stund og skrifa athugasemd við; síðan geymir hver gerði hvað og hvenær og hvernig hver og einn fékk að vita. Ef reglan segir svo fá aðrir að vita þegar enginn staðfestir í tæka tíð, og þeir aftur sem þegar fengu að vita.',
      },
      {
        picture: 'alert',
        alt: 'Listi viðvarana með tíma, alvarleika, texta, bát og deild, og síur fyrir ofan.',
      },
    ],
  },
  {
    slug: 'user-creation',
    title: 'Að stofna notendur',
    tags: ['Notendur', 'Stjórnun'],
    summary: 'Að veita einhverjum aðgang, hlutverk og deild, og hvað viðkomandi fær sent.',
    body: [
      {
        text: 'Stjórnendur fyrirtækis stofna notendur hvar sem er í fyrirtækinu, stjórnendur deildar í sinni deild og þeim sem undir henni eru.',
      },
      {
        steps: [
          'Opnaðu Notendur í hliðarstikunni og veldu Bæta við notanda.',
          'Sláðu inn nafn og netfang. Með netfanginu skráir viðkomandi sig inn og því er ekki hægt að breyta síðar. Símanúmer er valfrjálst.',
          'Veldu deild ef fyrirtækið hefur deildir. Á efsta stigi, sem ber nafn fyrirtækisins, eru hlutverk fyrirtækis; í öðrum deildum hlutverk deildar.',
          'Veldu hlutverk og ýttu á Stofna notanda.',
        ],
      },
      {
        picture: 'user',
        alt: 'Eyðublað nýs notanda: nafn, netfang, símanúmer, deild og hlutverk.',
      },
      { heading: 'Hvað nýi notandinn fær' },
      {
        text: 'Tölvupóst með hlekk í kerfið. Hann skráir sig inn með netfangi sínu og kóða sem honum er sendur, svo enginn þarf að senda lykilorð á milli. Sá sem kýs lykilorð setur það upp undir Stillingar, Lykilorð. Sendi þjónninn ekki póst færð þú í staðinn hlekk til að afhenda; þar til notandinn hefur skráð sig inn býr valmyndin aftast í línunni til nýjan.',
      },
      { heading: 'Að breyta og eyða' },
      {
        list: [
          'Í valmynd aftast í línu má breyta nafni, símanúmeri, deild og hlutverki. Breytingin tekur gildi á nokkrum sekúndum, líka á síðum sem eru opnar.',
          'Sé notanda eytt er hann skráður út alls staðar. Það sem hann skrifaði stendur áfram undir heitinu eyddur notandi.',
          'Þitt eigið nafn, símanúmer og mynd er undir Stillingar, Persónulegt. Enginn breytir sínu eigin hlutverki eða eyðir sjálfum sér.',
          'Hvert netfang er aðeins hægt að nota einu sinni í fyrirtæki. Sé það í notkun lætur eyðublaðið vita.',
        ],
      },
    ],
  },
  {
    slug: 'departments-and-roles',
    title: 'Deildir og hlutverk',
    tags: ['Notendur', 'Deildir', 'Heimildir'],
    summary: 'Hvernig fyrirtæki skiptist og hvað hvert hlutverk má sjá og gera.',
    body: [
      { heading: 'Deildir' },
      {
        text: 'Hvert fyrirtæki hefur efsta stig sem ber nafn þess. Þar sem kveikt er á deildum má skipta því: notendur, bátar og skipstjórar tilheyra þá einni deild hver og deild getur verið innan annarrar. Án þeirra er allt á efsta stigi.',
      },
      {
        picture: 'departments',
        alt: 'Listi deilda með notendum þeirra, bátum, skipstjórum og ferðum.',
      },
      {
        list: [
          'Fólk á efsta stigi sér allt fyrirtækið. Með deildavalinu efst má þrengja hverja síðu að einni deild.',
          'Fólk í deild sér þá deild og þær sem undir henni eru, og ekkert annað.',
          'Deild má eyða þegar engir notendur, bátar og skipstjórar eru skráðir á hana.',
        ],
      },
      { heading: 'Hlutverk' },
      {
        list: [
          'Stjórnandi fyrirtækis: fullur aðgangur að fyrirtækinu.',
          'Lesandi fyrirtækis: sér allt í fyrirtækinu og skrifar athugasemdir við ferðir.',
          'Stjórnandi deildar: sér um notendur, ferðir og vöktunarsvæði deildarinnar.',
          'Lesandi deildar: sér það sem tilheyrir deildinni og skrifar athugasemdir við ferðir.',
        ],
      },
      {
        text: 'Hlutverk fyrirtækis eru veitt á efsta stigi, hlutverk deildar í deildum. Sé eitthvað sýnt með lás nær hlutverk þitt ekki til þess; leitaðu til stjórnanda í fyrirtækinu.',
      },
      { heading: 'API-lyklar' },
      {
        text: 'Stjórnendur fyrirtækis búa til lykla fyrir forrit undir Stjórnun, API-lyklar. Lykill hefur eitt hlutverk í einni deild og hvert kall kostar einingar, sem fyrirtæki hefur ákveðinn fjölda af á dag. Lykillinn er sýndur einu sinni; sé honum eytt verður hann strax óvirkur. Með honum lesa og skrifa forrit báta, ferðir, mæliraðir, viðvaranir, skipstjóra, vöktunarsvæði, athugasemdir og reglur, sækja skrár og hlusta á streymi staðsetninga og viðvarana. Hvað þau geta kallað í, með dæmum, stendur í API-skjöluninni sem síðan vísar á. Athugasemd sem forrit skrifar ber heiti lykilsins.',
      },
      { heading: 'Hvað hvert hlutverk má' },
      { table: 'permissions' },
    ],
  },
  {
    slug: 'public-api',
    title: 'Opna API-viðmótið',
    tags: ['API', 'Forrit', 'Stjórnun'],
    summary: 'Lyklar fyrir þín eigin forrit: hvað þau ná í, hvað það kostar og hvenær þeim er hafnað.',
    keywords: ['inneign', 'kvóti', 'takmörk', 'lykill'],
    body: [
      {
        text: 'Þín eigin forrit lesa og skrifa það sem kerfið sýnir, á slóðum undir /public/v1 á þessum þjóni. Hvað má kalla í, með dæmi um hvert kall, stendur í API-skjöluninni sem síðan API-lyklar vísar á; hún er lesin án nets.',
      },
      { heading: 'Lykill' },
      {
        steps: [
          'Opnaðu Stjórnun, API-lyklar, sem hlutverkið Stjórnandi fyrirtækis hefur, og veldu Búa til nýjan API-lykil.',
          'Gefðu honum nafn, deild og hlutverk. Hann nær í það sem manneskja með það hlutverk í þeirri deild nær í.',
          'Afritaðu hann úr Vistaðu API-lykilinn þinn: hann er aðeins sýndur í þetta sinn.',
          'Sendu hann með hverju kalli, í hausnum Authorization: Bearer.',
        ],
      },
      {
        picture: 'keys',
        alt: 'Síðan API-lyklar: inneign dagsins og hvað köll kosta.',
      },
      {
        text: 'Sá sem eyðir lykli bindur strax enda á hann, líka á strauma og niðurhal. Athugasemd sem forrit skrifar sýnir nafn lykilsins, og aðgerðaskráin líka.',
      },
      { heading: 'Hvað forrit geta gert' },
      {
        list: [
          'Lesið báta, staðsetningar, ferðir og slóðir þeirra, raðir og sýni, högg, tölfræði, viðvaranir, skipstjóra, vöktunarsvæði, athugasemdir og reglur.',
          'Skrifað þar sem hlutverkið leyfir, hvert skrif einu sinni undir orði að eigin vali.',
          'Sótt ferð sem skrá, dag í leiðarbók sem PDF eða CSV og útflutning af öllu yfir hvaða tíma sem er, sem heldur áfram þar sem niðurhal slitnaði.',
          'Skoðað og breytt reglulegum skýrslum, þar sem hlutverkið stýrir deildinni.',
          'Hlustað á staðsetningar og viðvaranir um leið og þær verða.',
        ],
      },
      { heading: 'Hvað það kostar' },
      {
        list: [
          'Kall kostar eina einingu.',
          'Hrá gögn kosta eina einingu fyrir hverjar 100 línur, og straumurinn líka fyrir báta og viðvaranir.',
          'Skrá kostar 50 einingar: niðurhal með hlekknum, útflutningur þegar um hann er beðið, eða þegar fyrsti lykillinn sækir það sem manneskja bað um, dagur í leiðarbók í hvert sinn.',
          'Það sem er hafnað eða mistekst kostar ekkert.',
        ],
      },
      {
        text: 'Allir lyklar fyrirtækis deila einingum dagsins, sem hefst á miðnætti GMT; það sem er afgangs fellur niður. API-lyklar sýnir hvað er eftir og hve langt er í nýjar.',
      },
      { heading: 'Hverju er hafnað' },
      {
        list: [
          '401: lykilinn vantar, hann er rangur eða honum hefur verið eytt.',
          '402: einingar dagsins eru búnar.',
          '403: hlutverk lykilsins nær ekki yfir kallið.',
          '404: það er ekki til, eða lykillinn nær ekki í það.',
        ],
      },
    ],
  },
  {
    slug: 'access-imas-ui-over-wifi',
    title: 'Stjórnborðið um Wi-Fi um borð',
    tags: ['Tæki', 'Uppsetning', 'Wi-Fi'],
    summary: 'Opnaðu kerfið, eða síðu tækis, í síma eða spjaldtölvu á neti bátsins.',
    body: [
      {
        text: 'Þar sem þjónninn sjálfur er um borð opna símar og spjaldtölvur á Wi-Fi bátsins kerfið án nets. Staðsetningar, mælar, ferðir og viðvaranir eru þar allar; heimskortið er á þjóninum.',
      },
      { heading: 'Opna kerfið' },
      {
        steps: [
          'Sá sem rekur þjóninn stillir HOST á vistfang þeirrar tölvu á neti bátsins, eða á 0.0.0.0 fyrir öll sem hún hefur, og ræsir hann aftur. Annars svarar þjónninn aðeins sinni eigin vél.',
          'Tengdu símann eða spjaldtölvuna við Wi-Fi bátsins.',
          'Sláðu inn vistfang tölvunnar með tengi, til dæmis http://192.168.1.10:3000, og skráðu þig inn eins og venjulega.',
        ],
      },
      {
        list: [
          'Sýniflotinn svarar aðeins sinni eigin vél, því allir þekkja lykilorð hans.',
          'Skjár sem helst kveiktur og skilaboð vafrans krefjast https.',
        ],
      },
      { heading: 'Síða tækis' },
      {
        text: 'Tæki frá öðrum framleiðanda getur átt sína eigin síðu á Wi-Fi bátsins; handbók þess segir á hvaða slóð. Þar fær það slóð þessa þjóns og auðkennið og leyndarmálið sem Tengja bát sýnir, í valmynd bátsins.',
      },
    ],
  },
  {
    slug: 'numbers',
    title: 'Hvað tölurnar þýða',
    tags: ['Ferðir', 'Skýrslur', 'Högg', 'Eldsneyti', 'Öryggi'],
    summary: 'Hvaðan hver tala á skjánum kemur og hvernig hún verður til, svo að sannreyna megi hana.',
    body: [{ document: 'numbers' }],
  },
  {
    slug: 'reports-and-logbook',
    title: 'Skýrslur í tölvupósti og leiðarbók',
    tags: ['Skýrslur', 'Leiðarbók', 'PDF'],
    summary:
      'Vistaðu skýrslu sem skjal, láttu senda hana vikulega eða mánaðarlega og lestu dag báts stund fyrir stund.',
    body: [
      { heading: 'Skýrsla sem skjal' },
      {
        text: 'Sækja PDF á síðunni Skýrslur býr til skjal um dagana, deildina og samantektina sem þú skoðar: heildartölur og línurit allra flipa og töflurnar með allt að 200 línum hverja. Það er á þínu tungumáli og í þínum einingum. Sækja CSV í töflunni hefur allar línur, í hnútum, sjómílum og lítrum.',
      },
      {
        picture: 'report',
        alt: 'Skýrsla um 30 daga: tími og vegalengd eftir dögum, og þeir bátar og skipstjórar sem fóru flestar ferðir.',
      },
      { heading: 'Reglulegar skýrslur' },
      {
        text: 'Sá sem stýrir deild getur látið senda skýrslur hennar í tölvupósti: opnaðu Skýrslur og síðan Reglulegar skýrslur.',
      },
      {
        steps: [
          'Veldu Ný regluleg skýrsla og gefðu henni nafn.',
          'Segðu hversu oft: vikuleg er send á mánudegi kl. 6:00 um vikuna á undan, mánaðarleg fyrsta dag mánaðar kl. 6:00 um mánuðinn á undan.',
          'Veldu deildina. Fyrirtækið sjálft er allur flotinn.',
          'Veldu hverjir fá hana. Aðeins er hægt að velja fólk sem sér deildina.',
          'Skoðaðu Forskoða PDF og vistaðu.',
        ],
      },
      {
        text: 'Dagar og vikur eru í tímabelti fyrirtækisins. Hver fær skjalið á sínu tungumáli og í sínum einingum, með töflum um báta og skipstjóra í CSV. Sá sem sér deildina ekki lengur fær ekkert meira.',
      },
      {
        text: 'Hvert tímabil er sent einu sinni. Eftir að þjónn hefur legið niðri er það nýjasta sent seint; hin fyrri eru ekki bætt upp, og ekki heldur það sem lýkur á meðan skýrsla er í hléi. Sendar skýrslur telja upp hvað var sent hvenær og hverjum, og hvað tókst ekki að senda og hvers vegna. Póstur sem mistekst er reyndur aftur í einn dag.',
      },
      { heading: 'Leiðarbókin' },
      {
        text: 'Leiðarbók í valmynd báts sýnir einn af dögum hans eins og á pappír, eina línu fyrir hverja stund: stað, stefnu yfir grunn, hraða, stefnu stafns, vind, þrýsting, dýpi, snúningshraða véla, vegalengd og skipstjóra. Ummæli og viðvaranir stundarinnar eru undir Athugasemdum. Gildin eru meðaltöl stundarinnar, staðurinn er sá síðasti og vegalengdir eru ferðanna.',
      },
      {
        text: 'Stund þar sem ekkert var skráð sést sem eyða; ekkert er fyllt upp. Vindur sem ekkert tæki mældi en spá sagði frá er merktur. PDF og CSV hafa sama dag.',
      },
      {
        picture: 'logbook',
        alt: 'Dagur í leiðarbókinni, ein lína fyrir hverja klukkustund.',
      },
    ],
  },
  {
    slug: 'share-print-export',
    title: 'Deila, prenta, flytja út og mæla á kortinu',
    tags: ['Deiling', 'Prentun', 'Útflutningur', 'Kort', 'Mælieiningar'],
    summary:
      'Sýndu ferð þeim sem hefur ekki aðgang, komdu henni á pappír, taktu öll gögnin með þér og notaðu kortið eins og sjókort.',
    body: [
      { heading: 'Hlekkur á eina ferð' },
      {
        text: 'Deila… í valmynd ferðar býr til hlekk sem sýnir þessa ferð hverjum sem hefur hann, án aðgangs: kort, tölur, högg, hreyfingu í þrívídd, veður og þær athugasemdir sem þú velur. Í valmynd höggs sýnir hann höggið eitt, með tveimur mínútum fyrir og eftir. Þau sem mega breyta ferðum geta búið til hlekki.',
      },
      {
        picture: 'trip',
        alt: 'Öryggissíða ferðar: hraði og högg eftir ferðinni undir tölum hennar.',
      },
      {
        text: 'Hlekkur opnast eins lengi og þú segir, í mesta lagi 90 daga, og sést aðeins einu sinni: afritaðu hann þá. Glugginn telur upp hlekki ferðarinnar, hversu oft og hvenær þeir voru opnaðir, og afturkallar hlekk samstundis; Stillingar, Deilihlekkir telur upp hlekki allra ferða sem þú mátt breyta. Hlekkur sem er útrunninn, afturkallaður eða rangt skrifaður segir öllum það sama.',
      },
      { heading: 'Á pappír' },
      {
        text: 'Prenta á síðunni Skýrslur og í valmynd ferðar setur síðuna upp fyrir A4 eða Letter, í ljósum litum og án valmynda. Kort ferðarinnar er með ef þú velur Prenta þar; með skipun vafrans sést aðeins ferillinn.',
      },
      { heading: 'Útflutningur' },
      {
        text: 'Útflutningur skrifar ferðir, sekúndur, hreyfingu, högg eða viðvaranir báts, deildar eða alls sem þú sérð, yfir hvaða tímabil sem er, í eitt safn: CSV, Parquet eða GeoJSON, með lýsingu á hverjum dálki. Hann er skrifaður í bakgrunni og geymdur í 7 daga; niðurhal sem rofnar heldur áfram þar sem það var.',
      },
      { heading: 'Á kortinu' },
      {
        steps: [
          'Mæla vegalengd og stefnu: smelltu á staði eða báta. Hver leggur hefur sína vegalengd og stefnu í réttvísandi gráðum; lína að báti fylgir honum.',
          'Fara á staðsetningu: skrifaðu hana á hvaða venjulegu formi sem er, í gráðum eða með mínútum og sekúndum.',
          'Staðsetningin undir bendlinum stendur neðst á kortinu. Smelltu á hana til að fá hana ritaða á annan hátt.',
          'Smellur með hægri hnappi, eða löng snerting, sýnir staðsetningu á þrjá vegu til að afrita.',
          'Endurspilun flotans: veldu dag, eða allt að viku, og spilaðu, allt að 600 sinnum hraðar. Bátur sem ekki heyrðist í liggur sem hringur þar sem hann var síðast.',
          'Fjarlægðarhringir: smelltu á stað eða bát fyrir miðjuna; hringir um bát fylgja honum. Næsti smellur segir fjarlægð og miðun.',
          'Prenta setur kortið á blað eins og þú sérð það, með kvarða og skýringum merkja.',
          'Í stillingum kortsins eru nýlegar slóðir allra báta og AIS-skotmörk: það sem viðtæki bátanna þinna heyra í, horfið tíu mínútum eftir að síðast heyrðist. Neyðarsendar (SART, MOB, EPIRB) sjást alltaf.',
          'Ofurstjórnandinn geymir eigin slóðir sem nákvæmt hafnarkort: Kortastillingar, Geyma þetta kortsvæði nákvæmt. Leitaðu að stað, teiknaðu kortsvæðið eða taktu sýnina, sjáðu hversu mikið það er og byrjaðu. Bryggjur, legupláss, vegir og hús eru á korti allra um leið og þau hafa verið sótt og þurfa ekki net eftir það.',
        ],
      },
      {
        picture: 'map',
        alt: 'Kort flotans með bátunum þar sem þeir eru, nöfnum þeirra og listanum við hliðina.',
      },
      { heading: 'Mælieiningar' },
      {
        text: 'Í Stillingum, Persónulegt, eru mælieiningar skjáa þinna, tölvupósts og skjala. Útflutningur, niðurhal og opnu forritaskilin halda hnútum, sjómílum, lítrum, °C og metrum.',
      },
    ],
  },
]
